/** The command line that runs an operator's command: of a clone, or of the package. */
export const program = import.meta.url.endsWith('.ts') ? 'npm run portreeve --' : 'npx portreeve'
