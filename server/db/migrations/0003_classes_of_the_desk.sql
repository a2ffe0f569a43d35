CREATE TABLE "report_reasons" (
	"reason" text PRIMARY KEY NOT NULL,
	"class" text NOT NULL
);
--> statement-breakpoint
DROP INDEX "desk_cases_best";--> statement-breakpoint
ALTER TABLE "desk_cases" ADD COLUMN "moved_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "desk_cases" ADD COLUMN "class" smallint DEFAULT 5 NOT NULL;--> statement-breakpoint
ALTER TABLE "desk_cases" ADD COLUMN "band" smallint DEFAULT 5 NOT NULL;--> statement-breakpoint
ALTER TABLE "desk_cases" ADD COLUMN "place" integer GENERATED ALWAYS AS (1000 * band - (deadline_points + money_points + reporters_points + reports_points + priority_points + waiting_points)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "desk_weights" ADD COLUMN "backlog_days" smallint DEFAULT 90 NOT NULL;--> statement-breakpoint
ALTER TABLE "desk_weights" ADD COLUMN "chargeback_hours" smallint DEFAULT 48 NOT NULL;--> statement-breakpoint
ALTER TABLE "desk_weights" ADD COLUMN "dispute_hours" smallint DEFAULT 72 NOT NULL;--> statement-breakpoint
ALTER TABLE "desk_weights" ADD COLUMN "fraud_warning_hours" smallint DEFAULT 24 NOT NULL;--> statement-breakpoint
ALTER TABLE "desk_weights" ADD COLUMN "approval_hours" smallint DEFAULT 24 NOT NULL;--> statement-breakpoint
ALTER TABLE "desk_weights" ADD COLUMN "user_reports_hours" smallint DEFAULT 24 NOT NULL;--> statement-breakpoint
ALTER TABLE "desk_weights" ADD COLUMN "listing_reports_hours" smallint DEFAULT 24 NOT NULL;--> statement-breakpoint
ALTER TABLE "desk_weights" ADD COLUMN "listing_hours" smallint DEFAULT 24 NOT NULL;--> statement-breakpoint
ALTER TABLE "desk_weights" ADD COLUMN "promotion_hours" smallint DEFAULT 48 NOT NULL;--> statement-breakpoint
ALTER TABLE "desk_weights" ADD COLUMN "label_hours" smallint DEFAULT 48 NOT NULL;--> statement-breakpoint
ALTER TABLE "desk_weights" ADD COLUMN "payout_hours" smallint DEFAULT 24 NOT NULL;--> statement-breakpoint
ALTER TABLE "desk_weights" ADD COLUMN "difference_hours" smallint DEFAULT 72 NOT NULL;--> statement-breakpoint
CREATE INDEX "desk_cases_first" ON "desk_cases" USING btree ("kind","place","opened_at","id");--> statement-breakpoint
ALTER TABLE "desk_weights" DROP COLUMN "waiting_days";