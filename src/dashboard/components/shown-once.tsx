// A key or secret that the sandbox tells once: it stands here until the reader leaves, and is kept nowhere.
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { CopyButton } from "./copy-button.tsx";
import { Command } from "./views.tsx";

/** `what` names it in the sentence and at the button. */
export function ShownOnce({ what, text, onClose }: { what: string; text: string; onClose(): void }): ReactNode {
  return (
    <div className="m-3 rounded-md border border-warn bg-warn-ground p-3" data-shown-once={what}>
      <p className="mb-2">The {what} is shown this once. The page keeps it nowhere: copy it now.</p>
      <div className="flex flex-wrap items-center gap-2">
        <Command>{text}</Command>
        <CopyButton text={text} label={what} />
        <Button onClick={onClose}>Done</Button>
      </div>
    </div>
  );
}
