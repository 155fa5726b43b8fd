/** A signal that is aborted so long after another one, and does not keep the process alive until then. */
export function afterGrace(signal: AbortSignal, graceMs: number): AbortSignal {
  const cut = new AbortController();
  const wait = (): void => void setTimeout(() => cut.abort(signal.reason), graceMs).unref();
  if (signal.aborted) wait();
  else signal.addEventListener('abort', wait, { once: true });
  return cut.signal;
}
