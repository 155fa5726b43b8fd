/** The environment variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A text in which variables were replaced. */
export interface Substitution {
  /** Without what could not be replaced. */
  readonly text: string;
  /** The variables that were asked for. */
  readonly names: readonly string[];
  /** Those among them that are not set. */
  readonly unset: readonly string[];
  /** Whether there is a `${` that begins no name. */
  readonly isBroken: boolean;
}

/** `$${` stands for the characters `${`; a name is what a shell takes for one. */
const reference = /\$\$\{|\$\{([A-Za-z_][A-Za-z0-9_]*)\}|\$\{/gu;

/**
 * Replaces `${NAME}` in a text by environment variables. What they hold is not looked into again. It is for texts that
 * were parsed before, so that no value can change the structure of a configuration.
 */
export function substitute(text: string, env: Environment): Substitution {
  const names: string[] = [];
  const unset: string[] = [];
  let isBroken = false;
  const replaced = text.replaceAll(reference, (found, name: string | undefined) => {
    if (found === '$${') return '${';
    if (name === undefined) {
      isBroken = true;
      return '';
    }
    names.push(name);
    const value = Object.hasOwn(env, name) ? env[name] : undefined;
    if (value === undefined) unset.push(name);
    return value ?? '';
  });
  return { text: replaced, names, unset, isBroken };
}

/**
 * What a text from the environment means where a number or a boolean is wanted; the text itself where it means
 * neither. Variables are always text, so that `MAX=20` can be used for either.
 */
export function plainValue(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?\d+(?:\.\d+)?$/u.test(text) ? Number(text) : text;
}
