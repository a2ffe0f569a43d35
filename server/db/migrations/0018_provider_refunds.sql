CREATE TABLE "provider_refunds" (
	"reference" text PRIMARY KEY NOT NULL,
	"cents" bigint NOT NULL,
	"state" text NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "orders_of_payment" ON "orders" USING btree ("stripe_payment_intent_id");--> statement-breakpoint
-- Refunds whose failure an earlier release has booked stay failed, however late their other events come.
INSERT INTO "provider_refunds" ("reference", "cents", "state")
SELECT split_part(e.reference, ':', 1), sum(-l.cents)::bigint, 'failed'
FROM ledger_entries e JOIN ledger_lines l ON l.entry_id = e.id AND l.account = 'refunded'
WHERE e.kind = 'refund_failed' GROUP BY 1;
