module crypto-payment-sandbox/clients/go

go 1.19
