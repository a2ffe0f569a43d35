CREATE TABLE "stored_files" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"state" text DEFAULT 'uploading' NOT NULL,
	"kind" text,
	"size" integer NOT NULL,
	"received" integer DEFAULT 0 NOT NULL,
	"parts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"stored" text,
	"checksum" text,
	"width" integer,
	"height" integer,
	"uploaded_by" text NOT NULL,
	"subject_kind" text,
	"subject_id" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp(3) with time zone,
	"sweeps" smallint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX "stored_files_of" ON "stored_files" USING btree ("subject_kind","subject_id");--> statement-breakpoint
CREATE INDEX "stored_files_loose" ON "stored_files" USING btree ("uploaded_by","created_at") WHERE subject_id is null and state <> 'gone';--> statement-breakpoint
CREATE INDEX "stored_files_due" ON "stored_files" USING btree ("due_at") WHERE due_at is not null;