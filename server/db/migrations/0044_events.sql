CREATE TABLE "events" (
	"id" bigint PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"data" jsonb,
	"actor" jsonb NOT NULL,
	"at" timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "events_of" ON "events" USING btree ("subject_kind","subject_id");--> statement-breakpoint
CREATE INDEX "events_at" ON "events" USING btree ("at");