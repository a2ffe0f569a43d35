/** Every call of the API, by group. */
export * as api from './groups.ts'
