ALTER TABLE "stored_files" ADD COLUMN "message_id" text;--> statement-breakpoint
CREATE INDEX "stored_files_message" ON "stored_files" USING btree ("message_id") WHERE message_id is not null;