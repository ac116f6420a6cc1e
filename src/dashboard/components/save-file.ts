// Saves a text as a file of the reader; its name is fixed by who calls it, never by a client (D-83).

/** `text` is JSON. */
export function saveJson(name: string, text: string): void {
  saveText(name, text, "application/json");
}

/** `type` is the media type. */
export function saveText(name: string, text: string, type: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
