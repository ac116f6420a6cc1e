// A menu behind a small button of a bar.
import { Menu } from "@base-ui/react/menu";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";

type Props = {
  /** What the button says to a screen reader. */
  label: string;
  /** Shown while the pointer rests on the button. */
  title?: string;
  /** What stands on the button. */
  face: ReactNode;
  align?: "start" | "end";
  children: ReactNode;
};

export function BarMenu({ label, title, face, align = "start", children }: Props): ReactNode {
  return (
    <Menu.Root>
      <Menu.Trigger render={<Button tone="quiet" className="px-1!" aria-label={label} title={title} />}>
        {face}
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align={align} className="z-50">
          <Menu.Popup className="popup py-1">{children}</Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

/** One act of a {@link BarMenu}. */
export function BarMenuItem({ onClick, children }: { onClick(): void; children: ReactNode }): ReactNode {
  return (
    <Menu.Item className="px-3 py-1" onClick={onClick}>
      {children}
    </Menu.Item>
  );
}
