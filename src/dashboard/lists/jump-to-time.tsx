// "Jump to time" of a list (D-10): the newest row that was made before an instant, with those around it.
import { Dialog } from "@base-ui/react/dialog";
import { History } from "lucide-react";
import { type ReactNode, useState } from "react";
import { wordsOf } from "../api/client.ts";
import { changes } from "../api/live.ts";
import { Button } from "../components/button.tsx";
import { ActForm, TextField } from "../components/field.tsx";
import { nowOf } from "../shell/status.ts";
import { instantOf } from "./filter-words.ts";

/** Asks for the time; a time of day is one of the present day of the sandbox. */
export function JumpToTime({ toTime }: { toTime(before: string): Promise<boolean> }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog.Root open={isOpen} onOpenChange={setOpen}>
      <Dialog.Trigger render={<Button tone="quiet" className="px-1!" aria-label="Jump to time" title="Jump to time" />}>
        <History size={15} aria-hidden="true" />
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/40" />
        <Dialog.Popup className="popup fixed top-[20vh] left-1/2 z-50 w-[min(24rem,92vw)] -translate-x-1/2 p-4">
          <Dialog.Title className="mb-2 text-base font-semibold">Jump to time</Dialog.Title>
          <TimeForm toTime={toTime} onDone={() => setOpen(false)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function TimeForm({ toTime, onDone }: { toTime(before: string): Promise<boolean>; onDone(): void }): ReactNode {
  const [text, setText] = useState("");
  const [refusal, setRefusal] = useState("");
  const jump = async (): Promise<void> => {
    const at = instantOf(text.trim(), nowOf(changes.snapshot()) ?? 0);
    if (at === undefined) return setRefusal("This is no time: write 12:00, 12:00:05 or 2026-01-01T12:00:00Z.");
    if (await toTime(at)) onDone();
    else setRefusal("No row of this list is older than that.");
  };
  return (
    <ActForm onAct={() => void jump().catch((error: unknown) => setRefusal(wordsOf(error)))}>
      <TextField
        label="Time of the sandbox (UTC): 12:00, 12:00:05 or 2026-01-01T12:00:00Z"
        value={text}
        onValue={setText}
      />
      {refusal === "" ? null : (
        <p role="alert" className="text-bad">
          {refusal}
        </p>
      )}
      <Button tone="main" type="submit" className="self-start">
        Jump
      </Button>
    </ActForm>
  );
}
