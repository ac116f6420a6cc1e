// Fields of forms: a label above the input, which it names.
import { type ComponentProps, type ReactNode, useId } from "react";

/** `onValue` gets the text. */
export function TextField({
  label,
  onValue,
  className = "",
  id: given,
  ...others
}: Omit<ComponentProps<"input">, "onChange"> & { label: string; onValue(text: string): void }): ReactNode {
  const own = useId();
  const id = given ?? own;
  return (
    <label htmlFor={id} className="block">
      {label}
      <input
        id={id}
        autoComplete="off"
        spellCheck={false}
        className={`field mt-1 w-full ${className}`}
        onChange={({ target }) => onValue(target.value)}
        {...others}
      />
    </label>
  );
}

/** A choice among known values. */
export function ChoiceField({
  label,
  onValue,
  values,
  value,
}: {
  label: string;
  onValue(value: string): void;
  values: readonly (readonly [value: string, words: string])[];
  value: string;
}): ReactNode {
  const id = useId();
  return (
    <label htmlFor={id} className="block">
      {label}
      <select id={id} className="field mt-1 w-full" value={value} onChange={({ target }) => onValue(target.value)}>
        {values.map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}

/** A switch with its words. */
export function SwitchField({
  label,
  isOn,
  onChange,
}: {
  label: string;
  isOn: boolean;
  onChange(isOn: boolean): void;
}): ReactNode {
  return (
    <label className="flex items-center gap-2 py-1">
      <input
        type="checkbox"
        className="min-h-0! min-w-0!"
        checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
      />
      {label}
    </label>
  );
}

/** A form that acts without loading a page. */
export function ActForm({
  onAct,
  className = "flex flex-col gap-2",
  children,
}: {
  onAct(): void;
  className?: string;
  children: ReactNode;
}): ReactNode {
  return (
    <form
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        onAct();
      }}
    >
      {children}
    </form>
  );
}
