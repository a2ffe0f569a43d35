-- Payments belong to a provider. Everything until now was Stripe's.

ALTER TABLE "orders" RENAME COLUMN "stripe_payment_intent_id" TO "payment_id";--> statement-breakpoint
ALTER TABLE "ship_labels" RENAME COLUMN "payment_intent_id" TO "payment_id";--> statement-breakpoint
ALTER TABLE "promoted_posts" RENAME COLUMN "charge_stripe_id" TO "payment_id";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "provider" text DEFAULT 'stripe' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_events" ADD COLUMN "provider" text DEFAULT 'stripe' NOT NULL;--> statement-breakpoint
ALTER TABLE "provider_refunds" ADD COLUMN "provider" text DEFAULT 'stripe' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_events" DROP CONSTRAINT "payment_events_pkey";--> statement-breakpoint
ALTER TABLE "provider_refunds" DROP CONSTRAINT "provider_refunds_pkey";--> statement-breakpoint
ALTER TABLE "payment_events" ADD CONSTRAINT "payment_events_provider_id_pk" PRIMARY KEY("provider","id");--> statement-breakpoint
ALTER TABLE "provider_refunds" ADD CONSTRAINT "provider_refunds_provider_reference_pk" PRIMARY KEY("provider","reference");--> statement-breakpoint
ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_entries_reference_unique";--> statement-breakpoint
DROP INDEX "ledger_entries_of";--> statement-breakpoint
DROP INDEX "orders_of_payment";--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_of" ON "ledger_entries" USING btree ("transaction_id","reference");--> statement-breakpoint
CREATE INDEX "orders_of_payment" ON "orders" USING btree ("provider","payment_id");--> statement-breakpoint
UPDATE "operations" SET "details" = "details" || '{"provider": "stripe"}'
WHERE "state" = 'pending' AND "kind" IN ('refund', 'cancel', 'payout');
