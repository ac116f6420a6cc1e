// Reading a stream of server-sent events.

export type Message = { id: string; event: string; data: string };

/** The messages of a stream until it ends; comments are passed over. Rejects when the connection breaks. */
export async function* sseMessages(body: ReadableStream<Uint8Array>): AsyncGenerator<Message> {
  const decoder = new TextDecoder();
  let pending = "";
  for await (const bytes of body) {
    pending += decoder.decode(bytes, { stream: true });
    const blocks = pending.split(/\r?\n\r?\n/);
    pending = blocks.pop() ?? "";
    for (const block of blocks) {
      const message = messageOf(block);
      if (message !== undefined) yield message;
    }
  }
}

function messageOf(block: string): Message | undefined {
  const fields = block.split(/\r?\n/).map((line) => /^([^:]*):? ?(.*)$/s.exec(line) ?? []);
  const all = (name: string): string[] => fields.filter(([, key]) => key === name).map(([, , value = ""]) => value);
  const data = all("data");
  if (data.length === 0) return undefined;
  return { id: all("id").at(-1) ?? "", event: all("event").at(-1) ?? "message", data: data.join("\n") };
}
