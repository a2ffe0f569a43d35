import { defineConfig } from 'drizzle-kit'

/** `npx drizzle-kit generate` in server/ writes a migration for the changes in db/. */
export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './db/people.ts',
    './db/bulk.ts',
    './db/content.ts',
    './db/money.ts',
    './db/ledger.ts',
    './db/money-desk.ts',
    './db/shipping.ts',
    './db/payment-provider.ts',
    './db/conversations.ts',
    './db/inbox.ts',
    './db/desk.ts',
    './db/macros.ts',
    './db/notifications.ts',
    './db/email-templates.ts',
    './db/ingest.ts',
    './db/events.ts',
    './db/system.ts',
    './db/identity.ts',
    './db/webhooks.ts',
  ],
  out: './db/migrations',
})
