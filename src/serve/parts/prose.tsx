/** A text of ours in which names of options, settings and elements stand between backticks. */
export function Prose({ text }: { readonly text: string }) {
  return (
    <>{text.split('`').map((part, index) => (index % 2 === 1 ? <code>{part}</code> : part))}</>
  );
}
