// Fields of the organiser's forms: each says beside it what is wrong with it.
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { plain } from "../ui/names.js";

export function Fault({ id, text }: { id: string; text: string | undefined }) {
  return text === undefined ? null : (
    <span class="fault" id={id}>
      {plain(text)}
    </span>
  );
}

interface TextProps {
  label: string;
  value: string;
  fault?: string | undefined;
  class?: string;
  isNumber?: boolean;
  onText(text: string): void;
}

export function TextField({ label, value, fault, class: classes, isNumber, onText }: TextProps) {
  const id = useId();
  return (
    <label class={classes === undefined ? "field" : `field ${classes}`}>
      {label}
      <input
        type="text"
        autocomplete="off"
        spellcheck={false}
        inputMode={isNumber ? "decimal" : undefined}
        value={value}
        aria-invalid={fault !== undefined}
        aria-describedby={fault === undefined ? undefined : id}
        onInput={(event) => onText(event.currentTarget.value)}
      />
      <Fault id={id} text={fault} />
    </label>
  );
}

export interface Option {
  value: string;
  text: string;
  line?: string;
}

/** One of a few, as a row of pills. */
export function Pills({
  legend,
  name,
  options,
  value,
  fault,
  onChoose,
}: {
  legend: string;
  name: string;
  options: readonly Option[];
  value: string;
  fault?: string | undefined;
  onChoose(value: string): void;
}) {
  const id = useId();
  return (
    <fieldset class="option" aria-describedby={fault === undefined ? undefined : id}>
      <legend>{legend}</legend>
      <div class="pills">
        {options.map((one) => (
          <label key={one.value} class="pill">
            <input
              type="radio"
              name={name}
              value={one.value}
              checked={one.value === value}
              onChange={() => onChoose(one.value)}
            />
            <span>
              <b>{plain(one.text)}</b>
              {one.line === undefined ? null : <small>{plain(one.line)}</small>}
            </span>
          </label>
        ))}
      </div>
      <Fault id={id} text={fault} />
    </fieldset>
  );
}

export function Select({
  label,
  value,
  fault,
  onChoose,
  children,
}: {
  label: string;
  value: string;
  fault?: string | undefined;
  onChoose(value: string): void;
  children: ComponentChildren;
}) {
  const id = useId();
  return (
    <label class="field">
      {label}
      <select
        value={value}
        aria-invalid={fault !== undefined}
        aria-describedby={fault === undefined ? undefined : id}
        onChange={(event) => onChoose(event.currentTarget.value)}
      >
        {children}
      </select>
      <Fault id={id} text={fault} />
    </label>
  );
}
