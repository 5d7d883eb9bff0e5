// A sign for each ruleset, drawn here.
const SIGNS: Record<string, string> = {
  // A city gate.
  arcanum: "M8 52V24l8-8 8 8v6h16v-6l8-8 8 8v28H40V42a8 8 0 0 0-16 0v10zM16 16V8M48 16V8",
  // A battlefield: crossed staves.
  arcanoid: "M10 54 50 10M54 54 14 10M14 22l12-12M38 10l12 12M8 44l12 12M44 56l12-12",
  // An alembic.
  res_arcana: "M26 8h12M28 8v18L12 50a5 5 0 0 0 4 8h32a5 5 0 0 0 4-8L36 26V8M20 42h24",
  // A face-down card over another.
  arcana: "M12 14h26v38H12zM26 14V8h26v38H38M19 33l6-8 6 8-6 8z",
};

export function Emblem({ ruleset }: { ruleset: string }) {
  return (
    <svg class="emblem" viewBox="0 0 64 64" aria-hidden="true" focusable="false">
      <path d={SIGNS[ruleset] ?? "M32 8 56 32 32 56 8 32z"} />
    </svg>
  );
}
