ALTER TABLE "bulk_jobs" ADD COLUMN "undone_by" text;--> statement-breakpoint
ALTER TABLE "bulk_jobs" ADD COLUMN "undo_reason" text;