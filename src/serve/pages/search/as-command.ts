import { conditionNames } from '../../../search/conditions.ts';
import { optionName } from '../../../search/option-name.ts';
import { qualifierNames } from '../../../search/qualifiers.ts';
import { isQualifying, type SearchState } from './search-address.ts';

/** The command line for a POSIX shell that finds the same in the catalogue of `config.yaml`. */
export function searchCommand(search: SearchState): string {
  const { conditions, qualifiers, sort } = search;
  const [words, ...moreWords] = conditions.keyword ?? [];
  // A word that begins with a minus would be taken for an option.
  const isArgument = words !== undefined && !words.trimStart().startsWith('-');
  const keyword = words === undefined || isArgument ? moreWords : [words, ...moreWords];
  const options = conditionNames.flatMap((name) =>
    (name === 'keyword' ? keyword : (conditions[name] ?? [])).map((text) => [name, text] as const),
  );
  return [
    'cdif-graph search',
    ...(isArgument ? [quoted(words)] : []),
    ...options.map(([name, text]) => option(name, text)),
    ...qualifierNames
      .filter((name) => isQualifying(name, search))
      .flatMap((name) => {
        const text = qualifiers[name];
        return text === undefined ? [] : [name === 'within' ? '--within' : option(name, text)];
      }),
    ...(sort === 'relevance' ? [] : [`--sort ${sort}`]),
  ].join(' ');
}

/** Behind an equals sign a value may begin with a minus. */
function option(name: string, value: string): string {
  return `--${optionName(name)}=${quoted(value)}`;
}

/** A word of a shell that stands for itself. No argument of a program can hold a NUL. */
export function quoted(text: string): string {
  const word = text.replaceAll('\0', '');
  if (/^[\w./:,@%+=-]+$/u.test(word)) return word;
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
