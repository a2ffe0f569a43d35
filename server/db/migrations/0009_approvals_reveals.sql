CREATE TABLE "approvals" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"transaction_id" text NOT NULL,
	"cents" bigint NOT NULL,
	"left_seen" bigint NOT NULL,
	"charge_seller" boolean,
	"show_in_reviews" boolean,
	"asked_by" text NOT NULL,
	"asked_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"state" text DEFAULT 'asked' NOT NULL,
	"decided_by" text,
	"decided_at" timestamp(3) with time zone,
	"reason" text
);
--> statement-breakpoint
CREATE TABLE "reveals" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"staff_uid" text NOT NULL,
	"at" timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "operations" ADD COLUMN "begun_by" text;--> statement-breakpoint
ALTER TABLE "operations" ADD COLUMN "approval_id" text;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "approvals_waiting" ON "approvals" USING btree ("transaction_id") WHERE state = 'asked';--> statement-breakpoint
CREATE INDEX "approvals_of" ON "approvals" USING btree ("transaction_id","asked_at");--> statement-breakpoint
CREATE INDEX "approvals_newest" ON "approvals" USING btree ("state","asked_at","id");--> statement-breakpoint
CREATE INDEX "approvals_by" ON "approvals" USING btree ("asked_by","asked_at");--> statement-breakpoint
CREATE INDEX "reveals_by" ON "reveals" USING btree ("staff_uid","at");--> statement-breakpoint
CREATE INDEX "operations_by" ON "operations" USING btree ("begun_by","created_at") WHERE begun_by is not null;