import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** Documents about a lighthouse, with everything in them that makes quoting hard. */
export const DOCUMENTS: Record<string, string> = {
  "lamp.md": [
    "# The lamp",
    "",
    "The lamp of the lighthouse is lit at sunset and put out at sunrise.",
    "It burns 900 watts.",
    "",
    "## Failure of the lamp",
    "",
    "When the lamp fails, a second lamp is lit by itself",
    "within four seconds, so that no ship loses its way.",
    "",
    "```ts",
    "const lamp = 'The lamp in this code must never be quoted as a finding.';",
    "```",
    "",
    "> The keeper must report every failure of the lamp to the",
    "> harbour office on the same day.",
  ].join("\n"),
  "keeper/duties.md": [
    "---",
    "title: Duties of the keeper",
    "---",
    "",
    "- The keeper cleans the lens of the lamp **every morning**.",
    "- The keeper writes the [weather](https://example.org/weather) into the log at noon.",
    "",
    "1. A failure of the lamp is written into the log with its hour and its cause.",
  ].join("\n"),
  "birds.txt": "Gulls nest on the cliff below the lighthouse.\n\nThey leave the cliff in autumn and come back in March.\n",
  "LICENSE.md": "# Licence\n\nThe lamp is licensed to fail in any lighthouse.\n",
  ".hidden/secret.md": "# Secret\n\nThe lamp has a secret failure that nobody may read about.\n",
};

export type Fixture = { root: string; documents: string; data: string; write: (file: string, text: string) => void; remove: () => void };

/** A temporary folder with the documents, and one for the data. */
export function makeFixture(): Fixture {
  const root = mkdtempSync(join(tmpdir(), "research-"));
  const documents = join(root, "documents");
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(documents, file)), { recursive: true });
    writeFileSync(join(documents, file), text);
  };
  for (const [file, text] of Object.entries(DOCUMENTS)) write(file, text);
  return { root, documents, data: join(root, "data"), write, remove: () => rmSync(root, { recursive: true, force: true }) };
}
