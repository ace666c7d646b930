# Serves the Rack app of a guide without Rack: ruby rack.rb <file> <port>
require 'socket'
require 'stringio'

file, port = ARGV
require file
server = TCPServer.new('127.0.0.1', Integer(port))
loop do
  client = server.accept
  client.gets
  headers = {}
  while (line = client.gets) && line != "\r\n"
    name, value = line.chomp.split(': ', 2)
    headers["HTTP_#{name.upcase.tr('-', '_')}"] = value
  end
  body = client.read(headers.fetch('HTTP_CONTENT_LENGTH', 0).to_i)
  status, = WEBHOOK.call({ **headers, 'rack.input' => StringIO.new(body) })
  client.write("HTTP/1.1 #{status} Answer\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
  client.close
end
