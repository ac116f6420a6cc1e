// The style of a story's picture: five lanes side by side, below each other on a phone.

export const PICTURE_STYLE = `
main { max-width: 76rem; }
.difference { border: 2px solid var(--bad); border-radius: 0.5rem; padding: 0.5rem 1rem; margin: 1rem 0; }
.difference strong { color: var(--bad); }
.steps { padding-left: 1.6rem; }
.steps li { padding: 0.2rem 0; }
.lanes { width: 100%; border-collapse: collapse; table-layout: fixed; margin: 1rem 0; }
.lanes th { text-align: left; color: var(--quiet); font-weight: 600; border-bottom: 1px solid var(--line); padding: 0.3rem 0.4rem; }
.lanes td { vertical-align: top; padding: 0.2rem 0.4rem; border-left: 1px dashed var(--line); overflow-wrap: anywhere; font-size: 0.9rem; }
.lanes .begins td { border-top: 1px solid var(--line); padding-top: 0.5rem; }
.lanes .begins:first-child td { border-top: 0; }
.lanes tr:not(:has(+ tr:not(.begins))) td { padding-bottom: 0.5rem; }
.step { display: inline-block; min-width: 1.4rem; text-align: center; border-radius: 0.7rem; background: var(--line); color: var(--text); font-size: 0.8rem; font-weight: 600; }
.of-app .event { border-left-color: hsl(215 75% 55%); }
.of-service .event { border-left-color: hsl(265 60% 62%); }
.of-chain .event { border-left-color: hsl(150 55% 42%); }
.of-webhook .event { border-left-color: hsl(35 85% 50%); }
.of-books .event { border-left-color: hsl(190 70% 42%); }
.lanes td:first-child, .lanes th:first-child { width: 6rem; border-left: 0; color: var(--quiet); }
.event { display: block; border: 1px solid var(--line); border-left: 0.25rem solid var(--link); border-radius: 0.35rem; background: var(--card); padding: 0.15rem 0.5rem; }
.lanes .event.wrong { border-color: var(--bad); color: var(--bad); font-weight: 600; }
.lane { display: none; color: var(--quiet); font-size: 0.8rem; }
@media (max-width: 48rem) {
  .lanes, .lanes tbody, .lanes tr, .lanes td { display: block; width: auto; }
  .lanes thead { position: absolute; left: -200vw; }
  .lanes td, .lanes tr:not(:has(+ tr:not(.begins))) td { border-left: 0; padding: 0.1rem 0; }
  .lanes .begins td { border-top: 0; }
  .lanes .begins { border-top: 1px solid var(--line); margin-top: 0.5rem; }
  .lanes td:empty { display: none; }
  .lanes td:first-child { width: auto; padding-top: 0.5rem; }
  .lane { display: inline; }
}
`;
