import pandas as pd

awards = pd.read_csv("https://service.example.org/data/awards.csv", parse_dates=["awardDate"])
print(awards.groupby("state")["federalAmount"].agg(["count", "sum"]))
