import { defineConfig } from 'drizzle-kit'

/** `npx drizzle-kit generate` in server/ writes a migration for the changes of the tables. */
export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './db/*-tables.ts',
    './{staff,people,listings,money,conversations,desk,marketplace}/**/*-tables.ts',
  ],
  out: './db/migrations',
})
