/** Text in which code stands between backticks. */
export function WithCode({ text }: { text: string }) {
  return text.split("`").map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <code key={index} className="font-mono text-sm break-all">
        {part}
      </code>
    ),
  );
}
