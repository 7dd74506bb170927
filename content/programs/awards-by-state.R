awards <- read.csv("https://service.example.org/data/awards.csv", na.strings = "")
print(aggregate(federalAmount ~ state, awards, sum))
