select portreeve_remember('{report_reasons, incidents, appeals, appeal_rounds}');
-- The points follow from the facts and the time.
select portreeve_remember('{desk_cases}',
  '{deadline_points, money_points, reporters_points, reports_points, priority_points, waiting_points, points_until}');
select portreeve_remember_view('desk_open_reports');
-- Without a past: desk_weights (the audit has its changes), bulk_jobs, bulk_rows, undo_plans, undo_plan_rows (a log), desk_moves, desk_days (figures of days).
