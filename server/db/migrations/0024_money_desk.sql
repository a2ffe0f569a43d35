CREATE TABLE "ledger_checks" (
	"day" date PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"started_at" timestamp(3) with time zone,
	"finished_at" timestamp(3) with time zone,
	"checked" integer DEFAULT 0 NOT NULL,
	"failure" text
);
--> statement-breakpoint
CREATE TABLE "ledger_difference_days" (
	"day" date NOT NULL,
	"difference_id" text NOT NULL,
	CONSTRAINT "ledger_difference_days_day_difference_id_pk" PRIMARY KEY("day","difference_id")
);
--> statement-breakpoint
CREATE TABLE "ledger_differences" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"about" text NOT NULL,
	"transaction_id" text,
	"reference" text,
	"ledger_cents" bigint,
	"provider_cents" bigint,
	"words" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"settled_by" text,
	"settled_at" timestamp(3) with time zone,
	"reason" text
);
--> statement-breakpoint
CREATE TABLE "money_settings" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"days_to_ship" integer DEFAULT 3 NOT NULL,
	"days_in_transit" integer DEFAULT 10 NOT NULL,
	"days_to_decide" integer DEFAULT 14 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payout_holds" (
	"id" text PRIMARY KEY NOT NULL,
	"transaction_id" text NOT NULL,
	"reason" text NOT NULL,
	"held_by" text NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"released_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "refund_reasons" (
	"id" text PRIMARY KEY NOT NULL,
	"place" serial NOT NULL,
	"words" text NOT NULL,
	"retired" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chargebacks" (
	"id" text PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"payment_id" text NOT NULL,
	"transaction_id" text,
	"state" text NOT NULL,
	"reason" text NOT NULL,
	"cents" bigint NOT NULL,
	"fee" bigint NOT NULL,
	"withdrawn" bigint NOT NULL,
	"movements" integer NOT NULL,
	"evidence_due_at" timestamp(3) with time zone,
	"draft" jsonb,
	"submitted" jsonb,
	"submitted_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone NOT NULL,
	"closed_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "fraud_warnings" (
	"id" text PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"payment_id" text NOT NULL,
	"transaction_id" text,
	"fraud_type" text NOT NULL,
	"actionable" boolean NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "orders_of_payment";--> statement-breakpoint
DROP INDEX "transactions_by_price";--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "dispute_id" text;--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "difference_id" text;--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "against" text;--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "requested" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "reason_id" text;--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "asked_cents" bigint;--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "deadline_at" timestamp(3) with time zone DEFAULT now() + interval '14 days' NOT NULL;--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "buyer_statement" text;--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "seller_statement" text;--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "buyer_files" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "seller_files" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "assignee" text;--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "outcome" text;--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "refunded_cents" bigint;--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "decided_by" text;--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "decision_reason" text;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "search_title" text;--> statement-breakpoint
ALTER TABLE "ledger_difference_days" ADD CONSTRAINT "ledger_difference_days_difference_id_ledger_differences_id_fk" FOREIGN KEY ("difference_id") REFERENCES "public"."ledger_differences"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_holds" ADD CONSTRAINT "payout_holds_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ledger_difference_days_of" ON "ledger_difference_days" USING btree ("difference_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_differences_standing" ON "ledger_differences" USING btree ("kind","about") WHERE state in ('open', 'asked');--> statement-breakpoint
CREATE INDEX "ledger_differences_newest" ON "ledger_differences" USING btree ("at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "payout_holds_standing" ON "payout_holds" USING btree ("transaction_id") WHERE released_at is null;--> statement-breakpoint
CREATE INDEX "payout_holds_of" ON "payout_holds" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "chargebacks_of_payment" ON "chargebacks" USING btree ("provider","payment_id");--> statement-breakpoint
CREATE INDEX "chargebacks_of" ON "chargebacks" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "chargebacks_newest" ON "chargebacks" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "fraud_warnings_of" ON "fraud_warnings" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "fraud_warnings_newest" ON "fraud_warnings" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "users_blocked" ON "users" USING btree ("uid") WHERE is_banned;--> statement-breakpoint
CREATE INDEX "disputes_open" ON "disputes" USING btree ("deadline_at","id") WHERE status = 2;--> statement-breakpoint
CREATE INDEX "disputes_newest" ON "disputes" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "ledger_entries_numbered" ON "ledger_entries" USING btree (split_part(reference, ':', 1)) WHERE kind not in ('opening', 'delivered', 'not_shipped', 'dispute_resolve', 'label_refund');--> statement-breakpoint
CREATE INDEX "provider_refunds_newest" ON "provider_refunds" USING btree ("at");--> statement-breakpoint
CREATE INDEX "ship_labels_tracking" ON "ship_labels" USING btree ("tracking_number");--> statement-breakpoint
CREATE INDEX "transactions_by_state" ON "transactions" USING btree (coalesce(status, 0),"purchase_date","id");--> statement-breakpoint
CREATE INDEX "transactions_unfinished" ON "transactions" USING btree ("purchase_date","id") WHERE status = 2 and shipping_status in (2, 3);--> statement-breakpoint
CREATE INDEX "transactions_public_id" ON "transactions" USING btree ("public_id");--> statement-breakpoint
CREATE INDEX "transactions_tracking" ON "transactions" USING btree ("tracking_number");--> statement-breakpoint
CREATE INDEX "transactions_title" ON "transactions" USING gin (search_title gin_trgm_ops) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "transactions_without_words" ON "transactions" USING btree ("id") WHERE search_title is null;--> statement-breakpoint
CREATE INDEX "operations_money" ON "operations" USING btree ("created_at","id") WHERE kind in ('refund', 'cancel', 'dispute_refund');--> statement-breakpoint
CREATE INDEX "operations_refunded" ON "operations" USING btree ("reference") WHERE kind in ('refund', 'cancel', 'dispute_refund');--> statement-breakpoint
CREATE INDEX "operations_payouts" ON "operations" USING btree ("created_at","id") WHERE kind = 'payout';--> statement-breakpoint
CREATE INDEX "orders_of_payment" ON "orders" USING btree ("payment_id","provider");--> statement-breakpoint
CREATE INDEX "transactions_by_price" ON "transactions" USING btree ("price","id");
--> statement-breakpoint
-- Written by hand from here on.
UPDATE "disputes" SET "deadline_at" = "created_at" + interval '14 days';--> statement-breakpoint
INSERT INTO "money_settings" DEFAULT VALUES;--> statement-breakpoint
INSERT INTO "refund_reasons" ("id", "words") VALUES
	('not_received', 'Item not received'),
	('not_as_described', 'Item not as described'),
	('damaged', 'Damaged in transit'),
	('seller_cannot_ship', 'The seller cannot ship'),
	('buyer_changed_mind', 'The buyer changed their mind'),
	('fraud', 'Fraud'),
	('goodwill', 'Goodwill');
