ALTER TABLE "staff" ADD COLUMN "away_from" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "away_until" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "deputy" text;--> statement-breakpoint
ALTER TABLE "staff" ADD CONSTRAINT "staff_deputy_staff_uid_fk" FOREIGN KEY ("deputy") REFERENCES "public"."staff"("uid") ON DELETE set null ON UPDATE no action;