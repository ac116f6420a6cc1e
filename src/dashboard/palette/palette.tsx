// The palette (D-90): every place and act by its words.
import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { Schemas } from "../api/client.ts";
import { Key } from "../components/button.tsx";
import { type Command, commandsOf } from "./commands.ts";
import { paletteIsOpen } from "./palette-state.ts";

/** `Ctrl K` opens it, `Enter` does what is marked. */
export function Palette({ status }: { status: Schemas["Status"] | undefined }): ReactNode {
  const open = paletteIsOpen.use();
  return (
    <Dialog.Root open={open} onOpenChange={(next) => paletteIsOpen.set(next)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/40" />
        <Dialog.Popup className="popup fixed top-[12vh] left-1/2 z-50 w-[min(34rem,92vw)] -translate-x-1/2 overflow-hidden!">
          <Dialog.Title className="sr-only">Acts and places</Dialog.Title>
          <Choices status={status} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Choices({ status }: { status: Schemas["Status"] | undefined }): ReactNode {
  const navigate = useNavigate();
  const [text, setText] = useState("");
  const all = commandsOf(status, (path) => void navigate({ to: path }));
  const run = (command: Command): void => {
    paletteIsOpen.set(false);
    command.run();
  };
  return (
    <Autocomplete.Root
      open
      inline
      items={all}
      value={text}
      onValueChange={setText}
      itemToStringValue={({ title, group }: Command) => `${group} ${title}`}
      autoHighlight="always"
    >
      <Autocomplete.Input
        className="w-full border-b border-line bg-transparent px-4 py-3 outline-none"
        placeholder="What do you want to do?"
        aria-label="Act or place"
      />
      <Autocomplete.Empty>
        <p className="p-4 text-faint">No act and no place has this name.</p>
      </Autocomplete.Empty>
      <Autocomplete.List className="max-h-[50vh] overflow-auto py-1">
        {(command: Command) => (
          <Autocomplete.Item
            key={command.title}
            value={command}
            className="flex items-center gap-3 px-4 py-1"
            onClick={() => run(command)}
          >
            <span className="w-16 text-xs text-faint">{command.group}</span>
            <span className="flex-1">{command.title}</span>
            {command.hint === undefined ? null : <Key>{command.hint}</Key>}
          </Autocomplete.Item>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  );
}
