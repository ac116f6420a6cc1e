// The list of places at the left; below the header where the page is narrow.
import { Link, useLocation } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import type { Schemas } from "../api/client.ts";
import { OTHER_PAGES, PLACES } from "./places.ts";

const ITEM =
  "flex items-center gap-2 rounded-md px-2 py-1 whitespace-nowrap text-ink! hover:bg-hover hover:no-underline!";

/** Links to the screens, with the numbers of what is wrong there. */
export function Navigation({ status }: { status: Schemas["Status"] | undefined }): ReactNode {
  const list = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // Where the list is a row it is longer than the page is wide. In the middle, as numbers that come later move what is at an edge.
  useEffect(() => {
    if (pathname !== "")
      list.current?.querySelector("[aria-current=page]")?.scrollIntoView({ inline: "center", block: "nearest" });
  }, [pathname]);
  return (
    <nav
      ref={list}
      aria-label="Screens"
      className="flex shrink-0 gap-0.5 overflow-x-auto border-b border-line p-1.5 md:w-40 md:flex-col md:border-r md:border-b-0"
    >
      {PLACES.map(({ path, title, icon: Icon, count }) => {
        const number = status === undefined ? 0 : (count?.(status) ?? 0);
        return (
          <Link
            key={path}
            to={path}
            className={ITEM}
            activeOptions={{ exact: path === "/", includeSearch: false }}
            activeProps={{ className: "bg-chosen font-medium" }}
          >
            <Icon size={15} className="text-faint" aria-hidden="true" />
            <span className="flex-1">{title}</span>
            {number > 0 ? <span className="rounded-full bg-bad-ground px-1.5 text-xs text-bad">{number}</span> : null}
          </Link>
        );
      })}
      {OTHER_PAGES.map(({ path, title, icon: Icon }) => (
        <a key={path} href={path} className={ITEM}>
          <Icon size={15} className="text-faint" aria-hidden="true" />
          <span className="flex-1">{title}</span>
        </a>
      ))}
    </nav>
  );
}
