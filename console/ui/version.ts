declare const portreeveVersion: string | undefined

/** The console's release, '0.1.0': vite.config.ts reads it when the console is built. */
export const version = typeof portreeveVersion === 'undefined' ? 'in development' : portreeveVersion
