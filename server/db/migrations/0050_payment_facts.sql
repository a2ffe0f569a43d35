ALTER TABLE "disputes" ADD COLUMN "opened_by" text DEFAULT nullif(current_setting('portreeve.key_maker', true), '');--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "released_alone" bigint;--> statement-breakpoint
ALTER TABLE "chargebacks" ADD COLUMN "read_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "chargebacks" ADD COLUMN "bearer" text;--> statement-breakpoint
ALTER TABLE "chargebacks" ADD COLUMN "waiting" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_events" ADD COLUMN "type" text;--> statement-breakpoint
ALTER TABLE "payment_events" ADD COLUMN "payment_id" text;--> statement-breakpoint
ALTER TABLE "payment_events" ADD COLUMN "problem" text;--> statement-breakpoint
ALTER TABLE "provider_refunds" ADD COLUMN "payment_id" text;--> statement-breakpoint
ALTER TABLE "provider_refunds" ADD COLUMN "transaction_id" text;--> statement-breakpoint
ALTER TABLE "provider_refunds" ADD COLUMN "operation" text;--> statement-breakpoint
ALTER TABLE "provider_refunds" ADD COLUMN "created_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "provider_refunds" ADD COLUMN "bearer" text;--> statement-breakpoint
ALTER TABLE "provider_refunds" ADD COLUMN "waiting" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "chargebacks_waiting" ON "chargebacks" USING btree ("provider","payment_id") WHERE waiting;--> statement-breakpoint
CREATE INDEX "fraud_warnings_waiting" ON "fraud_warnings" USING btree ("provider","payment_id") WHERE transaction_id is null;--> statement-breakpoint
CREATE INDEX "provider_refunds_of_payment" ON "provider_refunds" USING btree ("provider","payment_id");--> statement-breakpoint
CREATE INDEX "provider_refunds_waiting" ON "provider_refunds" USING btree ("provider","payment_id") WHERE waiting;--> statement-breakpoint
UPDATE "provider_refunds" p SET "payment_id" = o.payment_id, "operation" = (SELECT id FROM "operations" w WHERE w.reference = p.reference AND w.kind IN ('refund', 'cancel', 'dispute_refund') LIMIT 1)
FROM "ledger_entries" e JOIN "transactions" t ON t.id = e.transaction_id JOIN "orders" o ON o.id = t.order_id
WHERE split_part(e.reference, ':', 1) = p.reference AND e.kind NOT IN ('opening', 'delivered', 'not_shipped', 'dispute_resolve', 'label_refund') AND o.provider = p.provider;
