/** Where a module of the build is. @param {string} module */
export const built = (module) => new URL(`../../dist/${module}`, import.meta.url).href;
