# pip install standardwebhooks flask
import os
from flask import Flask, request
from standardwebhooks.webhooks import Webhook, WebhookVerificationError

app = Flask(__name__)
webhook = Webhook(os.environ["WEBHOOK_SECRET"])
seen = set()

@app.post("/changes")
def changes():
    try:
        # Verify the raw bytes: re-serialized JSON has a different signature.
        message = webhook.verify(request.get_data(), dict(request.headers))
    except WebhookVerificationError:
        return "", 400
    message_id = request.headers["webhook-id"]
    if message_id not in seen and message["type"] == "changes.published":
        seen.add(message_id)
        for change in message["data"]["changes"]:
            print(change["change"], change["resource"], change["id"])
    return "", 204
