ALTER TABLE "measures" ADD COLUMN "opened_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "policies" ADD COLUMN "tells_reporters" boolean DEFAULT false NOT NULL;