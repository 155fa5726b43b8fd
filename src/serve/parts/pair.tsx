import type { Child } from 'hono/jsx';

interface PairProps {
  readonly name: Child;
  readonly children: Child;
}

/** A name with its values. */
export function Pair({ name, children }: PairProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
