import { defineConfig } from 'drizzle-kit'

/** `npx drizzle-kit generate` in server/ writes a migration for the changes in db/. */
export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './db/people.ts',
    './db/listings.ts',
    './db/money.ts',
    './db/messages.ts',
    './db/system.ts',
    './db/identity.ts',
  ],
  out: './db/migrations',
})
