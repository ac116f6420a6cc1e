// Asks once before an act that throws something away, and names what is lost (D-08).
import { AlertDialog } from "@base-ui/react/alert-dialog";
import type { ReactNode } from "react";
import { Button } from "../components/button.tsx";
import { type Question, question } from "./acts.ts";
import { keepBefore } from "./before.ts";
import { undoBy } from "./world-acts.ts";

async function agreed({ keep, run }: Question): Promise<void> {
  await run(keep === undefined ? {} : undoBy(await keepBefore(keep)));
}

/** Open while there is a question. */
export function QuestionDialog(): ReactNode {
  const asked = question.use();
  const close = (): void => question.set(null);
  return (
    <AlertDialog.Root open={asked !== null} onOpenChange={(open) => (open ? undefined : close())}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="fixed inset-0 z-40 bg-black/40" />
        <AlertDialog.Popup className="popup fixed top-[20vh] left-1/2 z-50 w-[min(30rem,92vw)] -translate-x-1/2 p-4">
          <AlertDialog.Title className="mb-2 text-base font-semibold">{asked?.title}</AlertDialog.Title>
          <AlertDialog.Description className="mb-4 text-faint">{asked?.lost}</AlertDialog.Description>
          <div className="flex justify-end gap-2">
            <Button onClick={close}>Cancel</Button>
            <Button
              tone="bad"
              onClick={() => {
                close();
                if (asked !== null) void agreed(asked);
              }}
            >
              {asked?.yes}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
