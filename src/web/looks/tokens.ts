// Table: the colours and fonts of every page (D-92); `npm run generate` writes them into the style sheet of the page at `/` too.

/** Light, then dark. Green, amber and red are for states alone. */
export const COLOURS: Readonly<Record<string, readonly [light: string, dark: string]>> = {
  ground: ["#f6f7f9", "#0f131a"],
  card: ["#ffffff", "#171d27"],
  raised: ["#ffffff", "#1f2733"],
  hover: ["#eef1f6", "#222b38"],
  chosen: ["#e4ebfd", "#24345c"],
  ink: ["#1a2233", "#e6e9f0"],
  faint: ["#596579", "#a3adbd"],
  line: ["#e1e5eb", "#2b3442"],
  strong: ["#c3cad5", "#46536a"],
  accent: ["#2c50c7", "#8fa9ff"],
  "on-accent": ["#ffffff", "#10141c"],
  good: ["#0f6f4f", "#6fd6ae"],
  "good-ground": ["#e0f5ec", "#14352a"],
  warn: ["#835400", "#f2c063"],
  "warn-ground": ["#fcf0d3", "#3b2d10"],
  bad: ["#b02117", "#ff9b92"],
  "bad-ground": ["#fdeae8", "#421b19"],
};

/** Fonts of the system: nothing is loaded. */
export const FONTS: Readonly<Record<string, string>> = {
  sans: 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  mono: 'ui-monospace, "SF Mono", Menlo, Consolas, monospace',
};

/** The custom properties as declarations of CSS, one a line; a page says with `color-scheme` which of the two colours it has. */
export function tokenDeclarations(): string {
  const colours = Object.entries(COLOURS).map(
    ([name, [light, dark]]) => `--color-${name}: light-dark(${light}, ${dark});`,
  );
  const fonts = Object.entries(FONTS).map(([name, font]) => `--font-${name}: ${font};`);
  return [...colours, ...fonts].join("\n");
}

/** The theme that a reader chose on any page; without a choice, that of the system. */
export const THEME_RULES = `:root { color-scheme: light dark; }
:root[data-theme="light"] { color-scheme: light; }
:root[data-theme="dark"] { color-scheme: dark; }`;
