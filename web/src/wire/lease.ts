// Streams are rationed: HTTP/1.1 gives a browser six connections for all tabs of a service, and a
// stream holds one. A tab opens a stream only while it holds one of three locks.

/** How many tabs of one browser may hold a stream at the same time. */
export const STREAMS_MAX = 3;

export interface Lease {
  release(): void;
}

/** Takes a lease if one is free. */
export type Leases = () => Promise<Lease | undefined>;

const FREE: Lease = { release: () => {} };

export function browserLeases(locks: LockManager | undefined, secure: boolean): Leases {
  // Over TLS the browser speaks HTTP/2, where streams share a connection.
  if (!locks || secure) return () => Promise.resolve(FREE);
  return async () => {
    for (let number = 0; number < STREAMS_MAX; number++) {
      const lease = await held(locks, `hierophant.stream.${number}`);
      if (lease) return lease;
    }
    return undefined;
  };
}

function held(locks: LockManager, name: string): Promise<Lease | undefined> {
  return new Promise((resolve) => {
    const request = locks.request(name, { ifAvailable: true }, (lock) => {
      if (!lock) return resolve(undefined);
      return new Promise<void>((release) => resolve({ release }));
    });
    request.catch(() => resolve(undefined));
  });
}
