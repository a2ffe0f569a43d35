ALTER TABLE "stored_files" ADD COLUMN "attached_to" text;--> statement-breakpoint
CREATE INDEX "stored_files_attached" ON "stored_files" USING btree ("attached_to") WHERE attached_to is not null;