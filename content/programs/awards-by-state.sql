-- after: curl -O https://service.example.org/data/dataset.sqlite && sqlite3 dataset.sqlite
SELECT
  s.name,
  count(*) AS awards,
  sum(a.federalAmount) AS dollars
FROM awards a JOIN states s ON s.code = a.state
GROUP BY s.name ORDER BY dollars DESC LIMIT 10
