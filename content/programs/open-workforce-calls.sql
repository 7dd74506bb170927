-- after: curl -O https://service.example.org/data/opportunities.parquet
SELECT
  state,
  title,
  CAST("dueDate" AT TIME ZONE "timeZone" AS DATE) AS due
FROM 'opportunities.parquet'
WHERE status IN ('OPEN', 'CLOSING_SOON') AND list_contains("programCategories", 'WORKFORCE_DEVELOPMENT')
ORDER BY due
