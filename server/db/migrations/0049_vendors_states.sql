CREATE TABLE "provider_endpoints" (
	"provider" text PRIMARY KEY NOT NULL,
	"problems" jsonb NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ship_labels" ADD COLUMN "refund_state" text;--> statement-breakpoint
ALTER TABLE "ship_labels" ADD COLUMN "refund_operation" text;--> statement-breakpoint
ALTER TABLE "ship_labels" ADD COLUMN "refund_due_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "ledger_checks" ADD COLUMN "total" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_checks" ADD COLUMN "position" text;--> statement-breakpoint
ALTER TABLE "ledger_checks" ADD COLUMN "run" text;--> statement-breakpoint
ALTER TABLE "ledger_checks" ADD COLUMN "beat_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "ledger_differences" ADD COLUMN "seen_at" timestamp(3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "ship_labels_waiting" ON "ship_labels" USING btree ("refund_due_at") WHERE refund_state = 'waiting';