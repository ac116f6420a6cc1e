// What came of acts, in the corner, and the one live region of the page (D-91).
import { Link } from "@tanstack/react-router";
import { X } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { Button, IconButton } from "../components/button.tsx";
import { visibleText } from "../components/plain-text.tsx";
import { forget, type Notice, notices } from "./acts.ts";
import { announce, onAnnouncement } from "./announcements.ts";

/** Notices, and the words for a screen reader. */
export function Notices(): ReactNode {
  const all = notices.use();
  const [words, setWords] = useState("");
  useEffect(() => onAnnouncement(setWords), []);
  const last = all.at(-1)?.words;
  useEffect(() => {
    if (last !== undefined) announce(last);
  }, [last]);
  return (
    <>
      <div aria-live="polite" className="sr-only">
        {words}
      </div>
      <ul className="pointer-events-none fixed right-3 bottom-12 z-50 flex max-w-[min(28rem,90vw)] flex-col gap-2">
        {all.map((notice) => (
          <NoticeItem key={notice.id} notice={notice} />
        ))}
      </ul>
    </>
  );
}

function NoticeItem({ notice: { id, tone, words, offer, place } }: { notice: Notice }): ReactNode {
  return (
    <li
      data-notice={tone}
      className={`popup pointer-events-auto flex items-start gap-2 px-3 py-2 ${tone === "bad" ? "text-bad" : ""}`}
    >
      <span className="min-w-0 flex-1 breaks">
        {visibleText(words)}
        {place === undefined ? null : (
          <>
            {" "}
            <Link to={place.path} className="underline" onClick={() => forget(id)}>
              {place.words}
            </Link>
          </>
        )}
      </span>
      {offer === undefined ? null : (
        <Button
          onClick={() => {
            forget(id);
            offer.run();
          }}
        >
          {offer.words}
        </Button>
      )}
      <IconButton label="Close" onClick={() => forget(id)}>
        <X size={14} aria-hidden="true" />
      </IconButton>
    </li>
  );
}
