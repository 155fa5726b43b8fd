/** Of many graphs of one URL, what is read of the URL is read once. */
export function remembering<Value>(read: (url: string) => Value): (url: string) => Value {
  let last: { readonly url: string; readonly value: Value } | undefined;
  return (url) => {
    if (last?.url !== url) last = { url, value: read(url) };
    return last.value;
  };
}
