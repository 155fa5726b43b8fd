/** The location of a module of the build. @param {string} module */
export const built = (module) => new URL(`../../dist/${module}`, import.meta.url).href;
