// A box that scrolls: it can be reached by keyboard and has a name (D-91).
import type { ReactNode, Ref } from "react";

/** `label` is its name for a screen reader. */
export function ScrollBox({
  label,
  className,
  onScroll,
  box,
  children,
}: {
  label: string;
  className: string;
  onScroll?: () => void;
  box?: Ref<HTMLElement>;
  children: ReactNode;
}): ReactNode {
  return (
    <section
      ref={box}
      aria-label={label}
      className={className}
      onScroll={onScroll}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls it with the arrow keys
      tabIndex={0}
    >
      {children}
    </section>
  );
}
