ALTER TABLE "operations" RENAME COLUMN "begun_by" TO "started_by";--> statement-breakpoint
DROP INDEX "operations_by";--> statement-breakpoint
CREATE INDEX "operations_by" ON "operations" USING btree ("started_by","created_at") WHERE started_by is not null;--> statement-breakpoint
UPDATE "ledger_checks" SET "state" = 'requested' WHERE "state" = 'asked';
