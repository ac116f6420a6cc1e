// Asks for the admin token where the sandbox has one (D-81): without it nothing is shown and nothing is done.
import { type ReactNode, useId, useState, useSyncExternalStore } from "react";
import { queryClient } from "../api/live.ts";
import { adminToken, isLocked, keepToken, onLock } from "../api/token.ts";
import { Button } from "../components/button.tsx";

/** The page, or the question for the token. */
export function TokenGate({ children }: { children: ReactNode }): ReactNode {
  const locked = useSyncExternalStore(onLock, isLocked);
  return locked ? <TokenForm /> : children;
}

function TokenForm(): ReactNode {
  const [text, setText] = useState("");
  const id = useId();
  const wasGiven = adminToken() !== null;
  return (
    <main className="mx-auto mt-[18vh] w-[min(26rem,92vw)] rounded-lg border border-line bg-card p-5">
      <h1 className="mb-2 text-base font-semibold">This sandbox asks for its admin token</h1>
      <p className="mb-4 text-faint">It printed the token when it started, or was given it by --admin-token.</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          queryClient.clear();
          keepToken(text);
        }}
      >
        <label htmlFor={id} className="mb-1 block">
          Admin token
        </label>
        <input
          id={id}
          className="field mb-3 w-full"
          type="password"
          autoComplete="off"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        {wasGiven ? (
          <p role="alert" className="mb-3 text-bad">
            The token that was given is not the one of this sandbox.
          </p>
        ) : null}
        <Button tone="main" type="submit" disabled={text === ""}>
          Open
        </Button>
      </form>
    </main>
  );
}
