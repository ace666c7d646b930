# Sends a message as a program with Python's standard library does: email.message writes it, smtplib sends it. What it
# sends and where comes as JSON; the message has no Message-ID, because the library adds none.
import base64
import json
import smtplib
import ssl
import sys
from email.headerregistry import Address
from email.message import EmailMessage

given = json.load(sys.stdin)

message = EmailMessage()
message["Subject"] = given["subject"]
message["From"] = Address(given["from"]["name"], addr_spec=given["from"]["address"])
message["To"] = Address(given["toName"], addr_spec=given["recipients"]["to"])
# send_message() sends to it, and takes it out of the header.
message["Bcc"] = given["recipients"]["bcc"]
message.set_content(given["text"])
message.add_alternative(given["html"], subtype="html")
html = message.get_payload()[1]
image = base64.b64decode(given["imageContent"])
html.add_related(image, "image", "png", cid="<logo@acme.dev>", filename="logo.png", disposition="inline")
file = base64.b64decode(given["fileContent"])
message.add_attachment(file, "application", "pdf", filename="Rechnung Müller.pdf")

context = ssl.create_default_context(cafile=given["certificateFile"])
with smtplib.SMTP("localhost", given["port"]) as server:
    server.starttls(context=context)
    server.login("python", given["key"])
    server.send_message(message)
